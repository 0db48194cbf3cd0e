"""How the record looks: the scene as JSON, the folium stage, its words, the component that hosts it."""
